import type { ReactNode } from 'react';

/** The icons of the design, on a 24 grid; `On` is the selected form of a tab. */
export const ICON_PATHS = {
  home: <path d="M4 10.6 12 4l8 6.6V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
  homeOn: <path fill="currentColor" d="M4 10.6 12 4l8 6.6V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
  markets: <path d="M5 20v-5M9.7 20V9.5M14.3 20v-7.5M19 20V4.5" />,
  marketsOn: <path strokeWidth="3" d="M5 19.5v-4M9.7 19.5V10M14.3 19.5v-6.5M19 19.5v-14" />,
  spot: <path d="M7.5 4.5v15m0 0L4 16m3.5 3.5L11 16M16.5 19.5v-15m0 0L13 8m3.5-3.5L20 8" />,
  spotOn: <path strokeWidth="2.6" d="M7.5 4.5v15m0 0L4 16m3.5 3.5L11 16M16.5 19.5v-15m0 0L13 8m3.5-3.5L20 8" />,
  contract: (
    <path d="M12 12c-2-2.9-3.7-4.2-5.5-4.2a4.2 4.2 0 0 0 0 8.4C8.3 16.2 10 14.9 12 12zm0 0c2-2.9 3.7-4.2 5.5-4.2a4.2 4.2 0 0 1 0 8.4C15.7 16.2 14 14.9 12 12z" />
  ),
  contractOn: (
    <path
      strokeWidth="2.8"
      d="M12 12c-2-2.9-3.7-4.2-5.5-4.2a4.2 4.2 0 0 0 0 8.4C8.3 16.2 10 14.9 12 12zm0 0c2-2.9 3.7-4.2 5.5-4.2a4.2 4.2 0 0 1 0 8.4C15.7 16.2 14 14.9 12 12z"
    />
  ),
  assets: (
    <>
      <path d="M17.5 8V6a1 1 0 0 0-1-1H6.25a2.25 2.25 0 0 0 0 4.5M4 7.25V17a2 2 0 0 0 2 2h12.5a1 1 0 0 0 1-1v-8.5a1 1 0 0 0-1-1H6.25" />
      <path d="M16 13.75h.01" strokeWidth="2.4" />
    </>
  ),
  assetsOn: (
    <>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M17.5 8V6a1 1 0 0 0-1-1H6.25A2.25 2.25 0 0 0 4 7.25V17a2 2 0 0 0 2 2h12.5a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1z"
      />
      <path d="M15.9 13.75h.01" stroke="var(--bg)" strokeWidth="2.8" />
    </>
  ),
  back: <path d="m14.5 5-7 7 7 7" />,
  right: <path d="m9 5 7 7-7 7" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="2.75" />
    </>
  ),
  eyeOff: (
    <path d="M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.9 3.6M6.3 7.4A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.2-1" />
  ),
  transfer: <path d="M4.5 8.5h14m0 0L15 5m3.5 3.5L15 12M19.5 15.5h-14m0 0L9 12m-3.5 3.5L9 19" />,
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  checkCircle: (
    <>
      <circle cx="12" cy="12" r="8.25" />
      <path d="m8.25 12.25 2.6 2.6 4.9-5.1" />
    </>
  ),
  warn: <path d="M12 4.5 3.5 19h17zM12 10v4.2M12 16.6h.01" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.25" />
      <path d="M12 11v5M12 8h.01" />
    </>
  ),
  offline: (
    <path d="M4 4l16 16M5 11.5a11 11 0 0 1 4-2.3M19 11.5a11 11 0 0 0-5-2.6M8.3 15a6 6 0 0 1 5.4-1.3M12 18.5h.01" />
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M4 12h16M12 4c2.2 2.2 3.3 4.9 3.3 8s-1.1 5.8-3.3 8c-2.2-2.2-3.3-4.9-3.3-8S9.8 6.2 12 4z" />
    </>
  ),
  palette: (
    <>
      <path d="M12 4s6 5.3 6 10a6 6 0 0 1-12 0c0-4.7 6-10 6-10z" />
      <path d="M12 20V4" />
    </>
  ),
  logout: <path d="M14 5H7a1.5 1.5 0 0 0-1.5 1.5v11A1.5 1.5 0 0 0 7 19h7M10.5 12h10m0 0L17 8.5m3.5 3.5L17 15.5" />,
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="m4.5 7.5 7.5 5.5 7.5-5.5" />
    </>
  ),
  gift: (
    <>
      <rect x="4.5" y="9" width="15" height="10.5" rx="1.5" />
      <path d="M4.5 13h15M12 9v10.5M12 9S11 4.5 8.5 4.5a2.2 2.2 0 0 0 0 4.5H12zm0 0s1-4.5 3.5-4.5a2.2 2.2 0 0 1 0 4.5H12z" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8.25" r="3.75" />
      <path d="M4.75 20c.6-4 3.4-6 7.25-6s6.65 2 7.25 6" />
    </>
  ),
  convert: <path d="M19.5 10A8 8 0 0 0 5.3 7.2M4.5 4v3.8h3.8M4.5 14a8 8 0 0 0 14.2 2.8M19.5 20v-3.8h-3.8" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICON_PATHS;
