import { createFileRoute, notFound } from '@tanstack/react-router';

import { ProfilePage } from '@/features/profile/profile-page';
import { isProfileSection } from '@/features/profile/profile-sections';

export const Route = createFileRoute('/_app/profile/{-$type}')({
  beforeLoad: ({ params: { type } }) => {
    if (type !== undefined && !isProfileSection(type)) throw notFound();
  },
  staticData: { area: 'profile' },
  component: ProfilePage,
});
