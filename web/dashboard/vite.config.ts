import { defineConfig } from 'vite';

import { appConfig } from '../app.config.ts';

export default defineConfig(appConfig({ name: 'dashboard', base: '/external/', port: 5173 }));
