// Visits a screen and measures how it comes up, for the budgets of the journeys and for bench/screens.mjs.

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a fourth of this machine's processor. */
export const phone = {
  viewport: { width: 390, height: 740 },
  network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  slowdown: 4,
};

/** A desk: no limits. */
export const desk = { viewport: { width: 1440, height: 900 } };

/** Round trips alone, so that what was asked together is under way together: for counting steps. */
export const roundTrips = {
  ...phone,
  network: { ...phone.network, downloadThroughput: -1, uploadThroughput: -1 },
  slowdown: 1,
};

const patience = 60_000;
const mostLooks = 15;

/** Makes a page behave as on a device. Returns its CDP session. */
export async function slowDown(page, { network, slowdown }) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  if (network) await devtools.send('Network.emulateNetworkConditions', network);
  if (slowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return devtools;
}

/** Runs in each page before its scripts: looks at each frame that is drawn for what the screen is for, and adds up layout shifts. */
function look(selector) {
  // Frames of the page are none of its content.
  if (globalThis.top !== globalThis.self) return;
  globalThis.visit = { shift: 0, sources: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
      if (hadRecentInput) continue;
      globalThis.visit.shift += value;
      for (const { node, previousRect, currentRect } of sources) {
        const name = node?.nodeType === 1 ? `${node.localName}.${node.className}` : node?.nodeName;
        globalThis.visit.sources.push({
          value,
          at: startTime,
          name,
          from: previousRect.toJSON(),
          to: currentRect.toJSON(),
        });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const frame = () => {
    const found = [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
    if (found) globalThis.visit.contentAt = performance.now();
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Makes the next page loads look for a screen's content. */
export async function watchFor(page, selector) {
  await page.addInitScript(look, selector);
}

/** Records the requests of a page from now on, with the times that the browser gives. Returns how to read them. */
export function recordRequests(devtools) {
  const requests = new Map();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator }) => {
    if (!request.url.startsWith('http')) return;
    const by = initiator.stack?.callFrames[0]?.url;
    requests.set(requestId, { url: request.url, method: request.method, begun: timestamp, bytes: 0, by });
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { kind: response.mimeType, protocol: response.protocol });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { ended: timestamp, bytes: encodedDataLength });
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => requests.delete(requestId));
  return () => [...requests.values()];
}

/**
 * The step of each request, by its address: the answer that came last before it counts as its cause, and it is one step
 * after its cause. An answer that came last by chance makes steps too many, so take the least of several visits.
 */
function stepsOf(requests) {
  const steps = new Map();
  for (const request of requests.toSorted((a, b) => a.begun - b.begun)) {
    let cause;
    for (const other of steps.keys()) {
      if (other.ended <= request.begun && (!cause || other.ended > cause.ended)) cause = other;
    }
    steps.set(request, 1 + (steps.get(cause) ?? 0));
  }
  return new Map([...steps].map(([{ method, url }, step]) => [`${method} ${url}`, step]));
}

/**
 * Opens an address and waits for its content, then until nothing is under way and the layout rests. Returns ms until the
 * content, the requests, steps and kB before it, the whole layout shift, what shifted, and what was asked early in vain.
 */
export async function visit(page, devtools, address) {
  const requestsOf = recordRequests(devtools);
  await page.goto(address, { waitUntil: 'commit', timeout: patience });
  await page.waitForFunction(() => globalThis.visit?.contentAt !== undefined, undefined, { timeout: patience });
  const first = requestsOf()[0];
  const content = await page.evaluate(() => globalThis.visit.contentAt);
  await rest(page, requestsOf);
  const { shift, sources, untaken } = await page.evaluate(() => {
    const early = Object.entries(globalThis.loketEarly?.answers ?? {});
    return { ...globalThis.visit, untaken: early.flatMap(([url, answer]) => (answer ? [url] : [])) };
  });
  const before = requestsOf().filter(({ ended }) => ended !== undefined && ended <= first.begun + content / 1000);
  return {
    content,
    requests: before.length,
    steps: stepsOf(before),
    kB: before.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    shift,
    sources,
    untaken,
    list: requestsOf(),
  };
}

/** Waits until nothing new was asked for some time; a live stream never ends. */
async function rest(page, requestsOf) {
  const quiet = 400;
  let known = -1;
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const open = requestsOf().filter(({ ended, kind }) => ended === undefined && kind !== 'text/event-stream');
    const count = requestsOf().length;
    if (open.length === 0 && count === known) return;
    known = count;
    await page.waitForTimeout(quiet);
  }
}
