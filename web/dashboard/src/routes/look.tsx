import { createFileRoute } from '@tanstack/react-router';

import { LookPage } from '@/features/look/look-page';
import { openLook } from '@/features/look/open-look';

export const Route = createFileRoute('/look')({ beforeLoad: openLook, component: LookPage });
