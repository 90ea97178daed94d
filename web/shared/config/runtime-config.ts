/** One base URL for each API group; empty for the origin of the page. */
export interface BaseUrls {
  main: string;
  payment: string;
  settlement: string;
  connect: string;
}

/** Settings of the deployment. The server writes them into the page as JSON. */
export interface RuntimeConfig {
  baseUrls: BaseUrls;
  flags: { settlement: boolean; pricing: boolean; analytics: boolean };
  /** Complete links. An empty one is not shown. The chat gets a greeting if it has none. */
  support: { chat: string; email: string; helpdesk: string };
  /** Address of the application form for a settlement; empty is none. */
  settlementForm: string;
  /** Where shops are served; empty for the origin of the page. */
  shopUrl: string;
  errorReporting: { dsn: string };
  release: string;
}

const defaults: RuntimeConfig = {
  baseUrls: { main: '', payment: '', settlement: '', connect: '' },
  flags: { settlement: false, pricing: false, analytics: false },
  support: { chat: '', email: '', helpdesk: '' },
  settlementForm: '',
  shopUrl: '',
  errorReporting: { dsn: '' },
  release: 'development',
};

type Loose = { [Key in keyof RuntimeConfig]?: Partial<RuntimeConfig[Key]> };

/**
 * Parses the configuration. Text that is not JSON gives the defaults, so that the page of a development server works
 * too.
 */
function parseRuntimeConfig(text: string): RuntimeConfig {
  let given: Loose;
  try {
    // The server writes it with this shape. Missing parts get their defaults.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    given = JSON.parse(text) as Loose;
  } catch {
    return defaults;
  }
  return {
    baseUrls: { ...defaults.baseUrls, ...given.baseUrls },
    flags: { ...defaults.flags, ...given.flags },
    support: { ...defaults.support, ...given.support },
    settlementForm: typeof given.settlementForm === 'string' ? given.settlementForm : defaults.settlementForm,
    shopUrl: typeof given.shopUrl === 'string' ? given.shopUrl : defaults.shopUrl,
    errorReporting: { ...defaults.errorReporting, ...given.errorReporting },
    release: typeof given.release === 'string' ? given.release : defaults.release,
  };
}

export const runtimeConfig = parseRuntimeConfig(document.querySelector('#loket-config')?.textContent ?? '');
