import type { Session } from '@shared/session/session';

import { callHeaders } from './client';
import { ApiProblem, noAnswer, problemFrom } from './problem';

/**
 * Sends a form with a file by POST and returns the decoded answer, or throws an `ApiProblem`. `onProgress` gets the
 * share that was sent, from 0 to 1. `fetch` does not report the progress of a request.
 */
export function uploadForm(
  session: Session,
  url: string,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(callHeaders(session))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const body = decode(request.responseText);
      if (isSuccess(request.status)) resolve(body);
      else reject(problemFrom(request.status, body, answerHeaders(request)));
    });
    const unanswered = () => reject(new ApiProblem({ status: noAnswer }));
    request.addEventListener('error', unanswered);
    request.addEventListener('abort', unanswered);
    request.send(form);
  });
}

const firstSuccess = 200;
const afterSuccess = 300;

function isSuccess(status: number): boolean {
  return status >= firstSuccess && status < afterSuccess;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page
  }
}

/** The headers of an answer that a problem reads. */
function answerHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ['X-Request-Id', 'Retry-After']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
