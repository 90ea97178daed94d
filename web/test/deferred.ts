/** Returns a promise that the test settles. */
export function deferred<Value>() {
  const ends: { resolve: (value: Value) => void; reject: (error: unknown) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  const promise = new Promise<Value>((resolve, reject) => {
    ends.resolve = resolve;
    ends.reject = reject;
  });
  return { promise, ...ends };
}
