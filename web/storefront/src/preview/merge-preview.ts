import type { PreviewData } from '@shared/shop/preview';
import type { ShopData } from '@shared/shop/shop-data';
import { readTheme } from '@shared/shop/theme';

/** Returns what the preview shows after a message. Parts that the message leaves out stay. */
export function mergePreview(before: ShopData, { theme, ...parts }: PreviewData): ShopData {
  return { ...before, ...parts, theme: theme ? readTheme({ ...theme }, before.theme) : before.theme };
}
