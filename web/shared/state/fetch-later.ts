/** How long the page has made no request before code is fetched that no one has asked for yet, in milliseconds. */
const restTime = 1500;

const waiting: (() => Promise<unknown>)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let lastRequest = 0;

/** Reports whether the user pays for each byte, as far as the browser tells. */
function savesData(): boolean {
  return (
    window.matchMedia('(prefers-reduced-data: reduce)').matches ||
    ('connection' in navigator && isSaving(navigator.connection))
  );
}

function isSaving(connection: unknown): boolean {
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

/**
 * Calls `load` once the page is loaded and has made no request for a while. Failures are left to who needs the code: it
 * is loaded again then.
 */
export function fetchLater(load: () => Promise<unknown>): void {
  if (typeof PerformanceObserver === 'undefined' || import.meta.env.MODE === 'test' || savesData()) return;
  if (!waiting.includes(load)) waiting.push(load);
  timer ??= watch();
}

function watch(): ReturnType<typeof setTimeout> {
  lastRequest = performance.now();
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) lastRequest = Math.max(lastRequest, startTime + duration);
  });
  observer.observe({ type: 'resource' });
  const look = () => {
    const rested = performance.now() - lastRequest;
    if (document.readyState !== 'complete' || rested < restTime) {
      timer = setTimeout(look, Math.max(restTime - rested, restTime / 10));
      return;
    }
    observer.disconnect();
    void loadAll();
  };
  return setTimeout(look, restTime);
}

let loading = false;

/** Reports whether code is being fetched that no one has asked for: its failure is nobody's affair. */
export function isFetchingLater(): boolean {
  return loading;
}

/** One after the other, so that they leave the line to what the user asks for; also what their code wants fetched. */
async function loadAll(): Promise<void> {
  loading = true;
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    // oxlint-disable-next-line no-await-in-loop
    await load().catch(repeatStyles);
  }
  loading = false;
  timer = undefined;
}

/** Asks again for styles that did not come: the bundler's loader asks for each only once in the life of a page. */
function repeatStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}
