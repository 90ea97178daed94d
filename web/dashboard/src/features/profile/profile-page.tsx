import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import { lazyPart, PartPending } from '@shared/state/lazy-part';

import { ApiKeySection } from './api-keys/api-key-section';
import { PasswordSection } from './password/password-section';
import { PersonalSection } from './personal/personal-section';
import { PinSection } from './pin/pin-section';
import { ProfileFrame } from './profile-frame';
import { isPageSection, type PageSection } from './profile-sections';
import { SecuritySection } from './security/security-section';
import { UserSection } from './users/user-section';

/** It has the words for each permission, so it is loaded when it is opened. */
const RoleSection = lazyPart(async () => (await import('./roles/role-section')).RoleSection, <PartPending />);

const route = getRouteApi('/_app/profile/{-$type}');

const sections: Record<PageSection, ComponentType> = {
  profile: PersonalSection,
  password: PasswordSection,
  pin: PinSection,
  security: SecuritySection,
  'user-management': UserSection,
  roles: RoleSection,
  'api-key': ApiKeySection,
};

/** The profile: the menu of its sections and the section that the URL names. */
export function ProfilePage() {
  const { type } = route.useParams();
  const open = isPageSection(type) ? type : 'profile';
  const Section = sections[open];
  return (
    <ProfileFrame open={open}>
      <Section />
    </ProfileFrame>
  );
}
