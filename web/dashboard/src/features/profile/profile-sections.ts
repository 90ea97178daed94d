import type { Access } from '@shared/app/session/use-account';
import { feature, permission } from '@/session/permissions';

/** The sections of the profile, in the order of its menu; the names are those of its routes. */
export const profileSections = ['profile', 'password', 'pin', 'user-management', 'api-key'] as const;
/** A section of the profile. */
export type ProfileSection = (typeof profileSections)[number];

/** Whether a word of the URL names a section. */
export function isProfileSection(word: string | undefined): word is ProfileSection {
  return (profileSections as readonly (string | undefined)[]).includes(word);
}

/** The sections in the menu of a user, as docs/product/access.md#profile says. Logout is not among them. */
export function profileEntries({ features, permissions }: Access): ProfileSection[] {
  const keys = permissions.includes(permission.profileApiKey);
  const refusedSections = new Set<ProfileSection>();
  if (!keys) refusedSections.add('api-key');
  if (!keys || !features.includes(feature.corporate)) refusedSections.add('pin');
  return profileSections.filter((section) => !refusedSections.has(section));
}
