import type { PasskeyCalls, UserCalls } from '@shared/app/calls/user-calls';

/** Loads the calls of passkeys, which only a server that takes passkeys has. */
export async function passkeyCalls({ factors }: UserCalls): Promise<PasskeyCalls> {
  const { passkeys } = await factors();
  if (!passkeys) throw new Error('the server takes no passkeys');
  return passkeys;
}
