import type { CDPSession, Page } from '@playwright/test';

/** A device that pages are slowed down to. */
export interface Device {
  viewport: { width: number; height: number };
  network?: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number };
  slowdown?: number;
}

export interface SeenRequest {
  url: string;
  method: string;
  begun: number;
  /** The address of the script that asked. */
  by?: string;
  ended?: number;
  bytes: number;
}

/** How a screen came up. */
export interface Visit {
  content: number;
  requests: number;
  /** By method and address, how many requests one after the other lead to it, with itself. */
  steps: Map<string, number>;
  kB: number;
  shift: number;
  sources: { value: number; at: number; name: string }[];
  /** What the page asked for before its code was there, and the code did not take. */
  untaken: string[];
  list: SeenRequest[];
}

export const phone: Device;
export const desk: Device;
export const roundTrips: Device;
export function slowDown(page: Page, device: Device): Promise<CDPSession>;
export function watchFor(page: Page, selector: string): Promise<void>;
export function visit(page: Page, devtools: CDPSession, address: string): Promise<Visit>;
