/** The name of this app, such as `dashboard`. The build sets it. */
const appName: string = import.meta.env.LOKET_APP;

/** The key of a value of this app in the browser's storage. Apps on the same host have different keys. */
export function storageKey(name: string): string {
  return `loket.${appName}.${name}`;
}
