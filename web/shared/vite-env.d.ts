/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Name of the app, set by the build. */
  readonly LOKET_APP: string;
}
