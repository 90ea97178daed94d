import { createFileRoute, notFound } from '@tanstack/react-router';

import { ProfilePage } from '@/features/profile/profile-page';
import { isPageSection } from '@/features/profile/profile-sections';
import { userSearchSchema } from '@/features/profile/users/user-search';

export const Route = createFileRoute('/_app/profile/{-$type}')({
  validateSearch: userSearchSchema,
  beforeLoad: ({ params: { type } }) => {
    if (type !== undefined && !isPageSection(type)) throw notFound();
  },
  staticData: { area: 'profile' },
  component: ProfilePage,
});
