import '@shared/theme/styles';

import { mountApp } from '@shared/app/mount-app';

import { createStaffApp, staff } from './app';

mountApp(staff.productName, createStaffApp);
