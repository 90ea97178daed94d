import type { Theme } from './theme';

/** A picture at the top of the shop. `href` is empty if it leads nowhere. */
export interface ShopBanner {
  name: string;
  image: string;
  href: string;
}

/** A game, network or company whose products the shop sells. */
export interface ShopOperator {
  code: string;
  name: string;
}

/** The operators of one type, such as `game` or `mobile`. `label` is the type's name as the catalogue has it. */
export interface ShopGroup {
  type: string;
  label: string;
  operators: ShopOperator[];
}

/** What a shopper types to say where a product goes. */
export type DestinationFieldName = 'number' | 'userId' | 'zoneId' | 'server' | 'meter';

/** A field of the destination, as the catalogue has it. The shop has its own words for the names. */
export interface DestinationField {
  name: DestinationFieldName;
  /** What a shopper types, for example. */
  example?: string;
  /** Digits alone. */
  digits?: boolean;
  /** The choices of a field that has some. */
  options?: { code: string; label: string }[];
}

/** What can be bought of an operator. Prices are whole rupiah. */
export interface ShopNominal {
  code: string;
  denom: string;
  price: number;
  description: string;
}

/** The content of a product page. */
export interface ShopProduct {
  operator: ShopOperator & { type: string };
  fields: DestinationField[];
  nominals: ShopNominal[];
  /** The name behind a destination can be asked for. */
  inquiry?: boolean;
}

/** How shoppers reach the owner: at least a number or an address. */
export interface ShopContact {
  /** Indonesian mobile number, as 0812… */
  whatsapp?: string;
  email?: string;
  /** When somebody answers, in words. */
  hours?: string;
}

/** Everything that a page of the shop shows. The server writes it into the first HTML. */
export interface ShopData {
  /** The client's code, which is the first part of the shop's path. */
  code: string;
  name: string;
  /** Address of the logo. Empty: the shop shows its initials. */
  logo: string;
  theme: Theme;
  banners: ShopBanner[];
  /** Codes of popular operators, in their order. */
  popular: string[];
  groups: ShopGroup[];
  /** How shoppers reach the owner. Absent where nobody can be reached. */
  contact?: ShopContact;
  /** Set on a product page. */
  product?: ShopProduct;
  /** The shop counts what is looked at and chosen. */
  events: boolean;
  /** The page shows example data to the client who edits its shop. */
  preview: boolean;
  /** The origin whose messages the preview follows. Empty: the page's own. */
  dashboardOrigin: string;
}
