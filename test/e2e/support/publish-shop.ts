import { type APIRequestContext, expect } from '@playwright/test';

import type { Program } from './program.ts';
import { rememberSecret } from './secrets.ts';
import { password } from './sign-in.ts';

/** The owner of client 1001's shop publishes it again. */
export async function publishShop(request: APIRequestContext, program: Program): Promise<void> {
  const at = (path: string) => new URL(path, program.dashboard).href;
  const signIn = await request.post(at('/v1/auth'), { data: { clientId: 1001, username: 'root', password } });
  const { token }: { token: string } = await signIn.json();
  rememberSecret(token);
  const headers = { Authorization: `Bearer ${token}` };
  const config: { id: string } = await (await request.get(at('/v1/webapp/config'), { headers })).json();
  const data = { id: config.id, isPublished: true };
  expect((await request.patch(at('/v1/webapp/config/publication'), { headers, data })).ok()).toBe(true);
}
