/** One base URL per API group; an empty one is the page's own origin. */
export interface BaseUrls {
  main: string;
  payment: string;
  settlement: string;
  connect: string;
}

/** What a deployment decides at run time. The server writes it into the page as JSON. */
export interface RuntimeConfig {
  baseUrls: BaseUrls;
  flags: { settlement: boolean; pricing: boolean; analytics: boolean };
  /** Ready-made links, the prefilled greeting included; an empty one is not shown. */
  support: { chat: string; email: string; helpdesk: string };
  errorReporting: { dsn: string };
  release: string;
}

const defaults: RuntimeConfig = {
  baseUrls: { main: '', payment: '', settlement: '', connect: '' },
  flags: { settlement: false, pricing: false, analytics: false },
  support: { chat: '', email: '', helpdesk: '' },
  errorReporting: { dsn: '' },
  release: 'development',
};

type Loose = { [Key in keyof RuntimeConfig]?: Partial<RuntimeConfig[Key]> };

/**
 * Reads the configuration out of the page's text. Text that is no JSON, such as the placeholder of a page that no
 * server wrote, gives the defaults: the dashboard of a development server still starts.
 */
export function parseRuntimeConfig(text: string): RuntimeConfig {
  let given: Loose;
  try {
    // The server writes it from the same shape; every missing part has a default.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    given = JSON.parse(text) as Loose;
  } catch {
    return defaults;
  }
  return {
    baseUrls: { ...defaults.baseUrls, ...given.baseUrls },
    flags: { ...defaults.flags, ...given.flags },
    support: { ...defaults.support, ...given.support },
    errorReporting: { ...defaults.errorReporting, ...given.errorReporting },
    release: typeof given.release === 'string' ? given.release : defaults.release,
  };
}

/** The configuration of this page. */
export const runtimeConfig = parseRuntimeConfig(document.querySelector('#loket-config')?.textContent ?? '');
