/** The browser and system that a user agent names. Unknown parts are absent. */
export interface Device {
  browser?: string | undefined;
  system?: string | undefined;
}

// The order matters, because every browser also claims to be older ones.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bWindows\b/u, 'Windows'],
  [/\bAndroid\b/u, 'Android'],
  [/\b(?:iPhone|iPad)\b/u, 'iOS'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

function firstMatch(table: [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** Reads browser and system from a user agent. */
export function deviceOf(userAgent: string): Device {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

/** Reports whether a user agent is that of a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  return /\b(?:Android|iPhone|iPad)\b/u.test(userAgent);
}
