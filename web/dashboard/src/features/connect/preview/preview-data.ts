import type { PreviewData } from '@shared/shop/preview';
import type { ShopGroup } from '@shared/shop/shop-data';

import type { ShopDraft } from '../configs/shop-draft';
import type { ShopOperator } from '../connect-queries';

/** Returns what the preview shows of a draft. `nameOf` names the types of operators. */
export function previewDataOf(
  draft: ShopDraft,
  operators: readonly ShopOperator[],
  nameOf: (type: string) => string,
): PreviewData {
  return {
    name: draft.name,
    logo: absolute(draft.logoUrl),
    theme: draft.theme,
    banners: draft.banners
      .filter(({ active, imageUrl }) => active && imageUrl !== '')
      .map(({ name, imageUrl, href }) => ({ name, image: absolute(imageUrl), href })),
    popular: [...draft.popular],
    groups: groupsOf(operators, nameOf),
  };
}

function groupsOf(operators: readonly ShopOperator[], nameOf: (type: string) => string): ShopGroup[] {
  const types = [...new Set(operators.map(({ type }) => type))];
  return types.map((type) => ({
    type,
    label: nameOf(type),
    operators: operators.filter((one) => one.type === type).map(({ code, name }) => ({ code, name })),
  }));
}

/** The preview may have another origin, where a path would lead elsewhere. */
function absolute(url: string): string {
  return url === '' ? '' : new URL(url, window.location.href).href;
}
