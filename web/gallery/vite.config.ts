import { defineConfig } from 'vite';

import { appConfig } from '../app.config.ts';

// For the development server alone: no script builds it, and the program does not embed it.
export default defineConfig(appConfig({ name: 'gallery', base: '/', port: 5175 }));
