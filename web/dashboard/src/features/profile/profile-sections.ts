import type { Access } from '@shared/app/session/use-account';
import { feature, permission } from '@/session/permissions';

/** The sections that share the page of the profile, in the order of its menu; the names are those of its routes. */
const pageSections = ['profile', 'password', 'pin', 'security', 'user-management', 'roles', 'api-key'] as const;
/** All sections: what developers need has pages of its own. */
export const profileSections = [...pageSections, 'developers'] as const;
/** A section that shares the page of the profile. */
export type PageSection = (typeof pageSections)[number];
/** A section of the profile. */
export type ProfileSection = (typeof profileSections)[number];

/** Whether a word of the URL names a section on the page of the profile. */
export function isPageSection(word: string | undefined): word is PageSection {
  return (pageSections as readonly (string | undefined)[]).includes(word);
}

/** The sections in the menu of a user, as docs/product/access.md#profile says. Logout is not among them. */
export function profileEntries({ features, permissions }: Access, ofSandbox = false): ProfileSection[] {
  if (ofSandbox) return ['developers'];
  const keys = permissions.includes(permission.profileApiKey);
  const refusedSections = new Set<ProfileSection>();
  if (!keys) refusedSections.add('api-key');
  if (!keys || !features.includes(feature.corporate)) refusedSections.add('pin');
  if (!permissions.includes(permission.roleManage)) refusedSections.add('roles');
  if (!permissions.includes(permission.webhookManage)) refusedSections.add('developers');
  return profileSections.filter((section) => !refusedSections.has(section));
}
