import type { TablerIcon } from '@tabler/icons-react';
import type { LinkOptions } from '@tanstack/react-router';
import { type ComponentType, createContext, useContext } from 'react';

import type { Texts } from '@shared/i18n/texts';
import type { Area, SubPage } from '@shared/app/names';
import type { AppUser } from '@shared/app/session/account';
import type { Access } from '@shared/app/session/use-account';

/** An entry of the sidebar. */
export interface SidebarEntry {
  area: Area;
  isNew: boolean;
  /** Shown but disabled: the user lacks the permission. */
  disabled: boolean;
  /** The name of the group that the entry is in, among `groupNames`; without one it is in none. */
  group?: string | undefined;
  /** How many things wait there. */
  count?: number | undefined;
}

/** What an app puts into the frame of its pages. */
export interface ShellParts {
  areaNames: Texts<Record<Area, string>>;
  areaIcons: Record<Area, TablerIcon>;
  areaLink: (area: Area, user: AppUser | undefined) => LinkOptions;
  /** Titles of the pages below the areas, and their shorter names in the breadcrumb. */
  pageNames: Texts<Record<SubPage, { title: string; crumb: string }>>;
  /** The pages between the area and a page, the outermost first. */
  pagesAbove: Record<SubPage, readonly SubPage[]>;
  /** Links of the pages that are above others. */
  pageLinks: Partial<Record<SubPage, LinkOptions>>;
  /** Names of the sections of an area by the `type` in their path, '' for none. */
  sectionNames: Texts<Partial<Record<Area, Record<string, string>>>>;
  /** Returns the entries of a user in order. */
  entries: (access: Access, now: Date) => readonly SidebarEntry[];
  /** The entries of a user who has them all. Nothing below them moves if there are fewer. */
  pendingEntries: readonly Area[];
  /** Headings of the groups of entries that follow one another. */
  groupNames?: Texts<Record<string, string>>;
  /** Whose account it is, above the entries. */
  Card?: ComponentType<{ iconOnly: boolean }>;
  /** Stands in the middle of the header, such as a search over everything. */
  HeaderPart?: ComponentType<{ narrow: boolean }>;
  /** The zone of all times on the pages, for an app whose users all read the same; by default the user's. */
  timeZone?: string;
  /** What each page asks the user to do first, if anything. */
  Banner?: ComponentType;
  /** Stays at the lower edge of the window, and has room of its own at the end of each page. */
  Foot?: ComponentType;
  /** A further entry of the menu of the account, if there is one at present. */
  MenuEntry?: ComponentType<{ className: string | undefined; iconClassName: string | undefined }>;
  /** The page of the user's own account, if there is one. */
  profileLink?: LinkOptions;
  /** The area that shows what the help button opens. */
  helpArea?: Area;
}

/** Provides the parts of an app to its shell; `Shell` sets it. */
export const ShellPartsContext = createContext<ShellParts | undefined>(undefined);

/** Returns the parts of the shell around a component. */
export function useShellParts(): ShellParts {
  const parts = useContext(ShellPartsContext);
  if (!parts) throw new Error('no shell around this part');
  return parts;
}
