import { hasEarlyAnswer } from '@shared/api/early-answers';

/**
 * How long a page may stay empty for what was asked for before its code, in milliseconds: it is usually there. Beyond this
 * time an empty page is worse than a skeleton, or one that leads further later.
 */
const longestWait = 300;

/** How long after its first data a page counts it as fresh where it is used, in milliseconds. */
const freshness = 2000;

let firstDataAt: number | undefined;

/**
 * Loads what a page asked for before its code was there, so that it is rendered once, with its data: a skeleton first
 * costs a phone a quarter of a second. `loads` are by the paths of the calls; a path that was not asked for is left to
 * the page, as is a load that fails. Pages that come later load nothing here.
 */
export async function takeFirstData(loads: Record<string, () => Promise<unknown>>): Promise<void> {
  const early = Object.entries(loads).filter(([path]) => hasEarlyAnswer(path));
  if (early.length === 0) return;
  await inTime(Promise.allSettled(early.map(async ([, load]) => load())));
  firstDataAt = Date.now();
}

/** Waits for what the first page needs, no longer than it may stay empty. */
export async function inTime(load: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWait);
  });
  await Promise.race([load, timeout]);
  clearTimeout(timer);
}

/** Reports whether data that was loaded at a time is that of the first page, which has just been rendered with it. */
export function isFirstData(loadedAt: number): boolean {
  return firstDataAt !== undefined && loadedAt <= firstDataAt && Date.now() - loadedAt < freshness;
}
