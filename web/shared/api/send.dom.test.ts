import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { Session } from '@shared/session/session';
import { browserStorage } from '@shared/session/storage';

import { deferred } from '../../test/deferred';
import { testNetwork } from '../../test/network';
import { createApi } from './client';
import { unwrap } from './problem';
import { onProofNeeded } from './step-up';

const network = testNetwork();
const session = new Session(browserStorage());
const api = createApi(session);
const change = 'http://loket.test/v1/clients/security';

/** A token of a user, as far as the browser reads it. */
function tokenOf(user: string, id: string): string {
  return `${btoa('{}')}.${btoa(JSON.stringify({ sub: user, jti: id }))}.signature`;
}

const first = tokenOf('7', 'a');
const renewed = tokenOf('7', 'b');
const refusal = { code: 'StepUpRequiredError', message: 'Prove it.', methods: ['app'], requestId: 'r' };

/** A server that knows one token as proved. Returns what was sent with it. */
function serverThatKnows(proved: string, status = 403) {
  const bodies: unknown[] = [];
  network.use(
    http.patch(change, async ({ request }) => {
      if (request.headers.get('Authorization') !== `Bearer ${proved}`) return HttpResponse.json(refusal, { status });
      bodies.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  return bodies;
}

function save(idleMinutes: number) {
  return unwrap(api.main.PATCH('/v1/clients/security', { body: { idleMinutes } }));
}

/** Answers each question for a proof. Returns the asked methods. */
function whoProves(answer: () => boolean) {
  const requested: string[] = [];
  const stop = onProofNeeded(async (methods) => {
    requested.push(...methods);
    await Promise.resolve();
    return answer();
  });
  return { requested, stop };
}

describe('send', () => {
  it('asks for a proof and repeats the call with the new token and the same body', async () => {
    session.begin(first, 'root');
    const bodies = serverThatKnows(renewed);
    const { requested, stop } = whoProves(() => {
      session.renew(renewed);
      return true;
    });
    await expect(save(30)).resolves.toEqual({});
    expect(requested).toEqual(['app']);
    expect(bodies).toEqual([{ idleMinutes: 30 }]);
    stop();
  });

  it('asks once for calls that need a proof at the same time', async () => {
    session.begin(first, 'root');
    const bodies = serverThatKnows(renewed);
    const answered = deferred<boolean>();
    let questions = 0;
    const stop = onProofNeeded(async () => {
      questions += 1;
      await answered.promise;
      session.renew(renewed);
      return true;
    });
    const both = Promise.all([save(15), save(60)]);
    answered.resolve(true);
    await both;
    expect(questions).toBe(1);
    expect(bodies).toHaveLength(2);
    stop();
  });

  it('ends as a cancelled call when the user cancels, and when nobody can ask', async () => {
    session.begin(first, 'root');
    serverThatKnows(renewed);
    const { stop } = whoProves(() => false);
    await expect(save(30)).rejects.toHaveProperty('name', 'AbortError');
    stop();
    await expect(save(30)).rejects.toHaveProperty('name', 'AbortError');
  });

  it('repeats a call that was on its way while the session got its new token', async () => {
    session.begin(first, 'root');
    const bodies: unknown[] = [];
    network.use(
      http.patch(change, async ({ request }) => {
        if (request.headers.get('Authorization') === `Bearer ${renewed}`) {
          bodies.push(await request.json());
          return HttpResponse.json({});
        }
        session.renew(renewed);
        return HttpResponse.json({ code: 'UnauthorizedError' }, { status: 401 });
      }),
    );
    await expect(save(45)).resolves.toEqual({});
    expect(bodies).toEqual([{ idleMinutes: 45 }]);
  });

  it('never repeats a call with the token of another user', async () => {
    session.begin(first, 'root');
    const seen: (string | null)[] = [];
    network.use(
      http.patch(change, ({ request }) => {
        seen.push(request.headers.get('Authorization'));
        session.begin(tokenOf('8', 'c'), 'finance');
        return HttpResponse.json({ code: 'UnauthorizedError' }, { status: 401 });
      }),
    );
    await expect(save(45)).rejects.toMatchObject({ status: 401 });
    expect(seen).toEqual([`Bearer ${first}`]);
  });

  it('asks nothing for the proof itself, nor for another refusal', async () => {
    session.begin(first, 'root');
    const { requested, stop } = whoProves(() => true);
    network.use(
      http.post('http://loket.test/v1/auth/step-up', () => HttpResponse.json(refusal, { status: 403 })),
      http.patch(change, () => HttpResponse.json({ code: 'ForbiddenError' }, { status: 403 })),
    );
    await expect(unwrap(api.main.POST('/v1/auth/step-up', { body: { code: '123456' } }))).rejects.toMatchObject({
      code: 'StepUpRequiredError',
    });
    await expect(save(30)).rejects.toMatchObject({ code: 'ForbiddenError' });
    expect(requested).toEqual([]);
    stop();
  });
});
