/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Name of the app, from the build. */
  readonly LOKET_APP: string;
}
