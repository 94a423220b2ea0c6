import 'react';

declare module 'react' {
  /** Custom properties, by which components pass dimensions to their style sheet. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
