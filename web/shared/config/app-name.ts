/** The name of the app that this page is, such as `dashboard`. The build gives it. */
export const appName: string = import.meta.env.LOKET_APP;

/** The key under which this app keeps something in the browser. Other apps on the same host have keys of their own. */
export function storageKey(name: string): string {
  return `loket.${appName}.${name}`;
}
