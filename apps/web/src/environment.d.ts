/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Part of the name of every text file of this build. */
  readonly TEXTS_VERSION: string;
  /** Version of this build, compared with the oldest one the servers still support. */
  readonly APP_VERSION: string;
}
