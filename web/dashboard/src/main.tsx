import '@shared/theme/styles';

import { mountApp } from '@shared/app/mount-app';

import { createDashboard, dashboard } from './app';

mountApp(dashboard.productName, createDashboard);
