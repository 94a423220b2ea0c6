/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** In the name of every text file of this build. */
  readonly TEXTS_VERSION: string;
  /** Of this build, compared with the oldest one that the servers still speak to. */
  readonly APP_VERSION: string;
}
