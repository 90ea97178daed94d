import { readColour, toHex } from './colour';
import type { ShopBanner, ShopData, ShopGroup, ShopOperator } from './shop-data';
import { readThemeParts, type Theme, type ThemeColour } from './theme';

/** The screens of the preview. */
export const previewScreens = ['home', 'product_detail'] as const;
export type PreviewScreen = (typeof previewScreens)[number];

/** The colours that a preview's address carries, in this order. */
const queryColours = [
  'primaryBgButton',
  'secondaryBgButton',
  'primaryTextButton',
  'secondaryTextButton',
  'primary',
  'foreground',
  'background',
  'card',
] as const satisfies readonly ThemeColour[];
const marker = 'isFromExternalDashboard';

/** The client code and the operator code of a preview without its own. */
const exampleCode = 'example';

/** Returns the address of a preview below the shop's origin, for a frame or a window of its own. */
export function previewAddress(origin: string, clientCode: string, screen: PreviewScreen, theme: Theme): string {
  const path = `/${encodeURIComponent(clientCode || exampleCode)}${screen === 'home' ? '' : `/${exampleCode}`}`;
  return `${origin}${path}?${previewQuery(theme)}`;
}

/** Writes a theme as the query of a preview. */
export function previewQuery(theme: Theme): string {
  const query = new URLSearchParams({ [marker]: 'true' });
  for (const name of queryColours) {
    const colour = readColour(theme[name]);
    if (colour) query.set(name, toHex(colour));
  }
  query.set('buttonRadius', String(theme.buttonRadius));
  return query.toString();
}

/** Reads the query of a preview. Values that are no colour or out of range are left out. Null: it is no preview. */
export function readPreviewQuery(search: string): Partial<Theme> | null {
  const query = new URLSearchParams(search);
  if (query.get(marker) !== 'true') return null;
  const given: Record<string, unknown> = {};
  for (const name of queryColours) given[name] = query.get(name);
  const radius = query.get('buttonRadius');
  if (radius !== null && /^\d{1,2}$/u.test(radius)) given.buttonRadius = Number(radius);
  return readThemeParts(given);
}

/** The preview tells its parent that it listens. */
export interface ShopReadyMessage {
  type: 'loket-shop-ready';
}

/** What a preview may be told to show. Parts that are left out stay as they are. */
export type PreviewData = Partial<
  Pick<ShopData, 'name' | 'logo' | 'banners' | 'popular' | 'groups'> & {
    /** A part of a theme is enough. */
    theme: Partial<Theme>;
  }
>;

/** The dashboard tells the preview what to show. */
export interface ShopPreviewMessage {
  type: 'loket-shop-preview';
  screen: PreviewScreen;
  data: PreviewData;
}

/** Returns the message by which a preview says that it listens. */
export function readyMessage(): ShopReadyMessage {
  return { type: 'loket-shop-ready' };
}

/** Returns the message that makes a preview show the data. */
export function previewMessage(screen: PreviewScreen, data: PreviewData): ShopPreviewMessage {
  return { type: 'loket-shop-preview', screen, data };
}

/** Reports whether a message is the ready message. Whether it came from the right frame is for the caller to check. */
export function isReadyMessage(message: unknown): message is ShopReadyMessage {
  return isRecord(message) && message.type === 'loket-shop-ready';
}

/**
 * Reads a message for the preview: null if it is none. Parts of a wrong shape are left out. The caller checks window and
 * origin.
 */
export function readPreviewMessage(message: unknown): ShopPreviewMessage | null {
  if (!isRecord(message) || message.type !== 'loket-shop-preview') return null;
  const screen = previewScreens.find((name) => name === message.screen);
  if (!screen || !isRecord(message.data)) return null;
  return { type: 'loket-shop-preview', screen, data: readData(message.data) };
}

function readData(given: Record<string, unknown>): PreviewData {
  const data: PreviewData = {};
  if (typeof given.name === 'string') data.name = given.name;
  if (typeof given.logo === 'string') data.logo = given.logo;
  if (isRecord(given.theme)) data.theme = readThemeParts(given.theme);
  if (isListOf(given.banners, isBanner)) data.banners = given.banners;
  if (isListOf(given.popular, isText)) data.popular = given.popular;
  if (isListOf(given.groups, isGroup)) data.groups = given.groups;
  return data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every((item) => is(item));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => isText(value[name]));
}

function isBanner(value: unknown): value is ShopBanner {
  return hasTexts(value, ['name', 'image', 'href']);
}

function isOperator(value: unknown): value is ShopOperator {
  return hasTexts(value, ['code', 'name']);
}

function isGroup(value: unknown): value is ShopGroup {
  return hasTexts(value, ['type', 'label']) && isListOf(value.operators, isOperator);
}
