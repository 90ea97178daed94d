import type { components } from '@shared/api/schema.gen';

import type { Language } from '@/language/language';

type Schemas = components['schemas'];
export type ShopOrder = Schemas['ShopOrder'];
export type ShopOrderMade = Schemas['ShopOrderMade'];
export type ShopOrderInput = Schemas['ShopOrderInput'];

/** Why a call failed: the code of the error, `NetworkError` without an answer. */
export class CallError extends Error {
  readonly code: string;
  /** Messages by the field that they are about. */
  readonly fields: Record<string, string>;

  constructor(code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

interface ErrorBody {
  code?: string;
  message?: string;
  fields?: { field: string; message: string }[];
}

const callTime = 20_000;

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function call<Answer>(path: string, language: Language, init: Init = {}): Promise<Answer> {
  let answer: Response;
  let text: string;
  try {
    const headers = { ...init.headers, 'Accept-Language': language };
    answer = await fetch(path, { ...init, headers, signal: AbortSignal.timeout(callTime) });
    text = await answer.text();
  } catch {
    throw new CallError('NetworkError', '');
  }
  const body = read(text);
  // The server answers with the shape of its document.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (answer.ok && body) return body as Answer;
  const { code = 'NetworkError', message = '', fields = [] } = (body ?? {}) as ErrorBody;
  throw new CallError(code, message, Object.fromEntries(fields.map((field) => [field.field, field.message])));
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Makes an order. The same key and input again is the same order. */
export function makeOrder(
  code: string,
  language: Language,
  key: string,
  input: ShopOrderInput,
): Promise<ShopOrderMade> {
  return call(`/shop/v1/${encodeURIComponent(code)}/orders`, language, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(input),
  });
}

/** Asks for the name behind a destination. */
export function askName(
  code: string,
  language: Language,
  input: Schemas['ShopInquiryInput'],
): Promise<Schemas['ShopInquiry']> {
  return call(`/shop/v1/${encodeURIComponent(code)}/inquiries`, language, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
}

/** Judges a destination before anything is ordered: what is wrong is a CallError with its fields. */
export function judgeDestination(
  code: string,
  language: Language,
  input: Schemas['ShopInquiryInput'],
): Promise<Schemas['ShopDestination']> {
  return call(`/shop/v1/${encodeURIComponent(code)}/destinations`, language, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
}

/** Reads the order of a link. */
export function readOrder(code: string, language: Language, token: string): Promise<ShopOrder> {
  return call(`/shop/v1/${encodeURIComponent(code)}/orders/${encodeURIComponent(token)}`, language);
}
