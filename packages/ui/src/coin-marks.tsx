import type { ReactNode } from 'react';

/** Marks of the coins we draw ourselves, on a 32 grid; any other coin shows its initials. */
export const COIN_MARKS: Readonly<Record<string, ReactNode>> = {
  BTC: (
    <>
      <circle cx="16" cy="16" r="16" fill="#F08A1D" />
      <g fill="none" stroke="#fff" strokeWidth="2.1" strokeLinejoin="round" strokeLinecap="round">
        <path d="M12 10h4.9a2.9 2.9 0 0 1 0 5.9H12m0 0h5.7a3.05 3.05 0 0 1 0 6.1H12M12 10v12" />
        <path d="M14 7.6V10M17 7.6V10M14 22v2.4M17 22v2.4M10.2 10H12M10.2 22H12" />
      </g>
    </>
  ),
  ETH: (
    <>
      <circle cx="16" cy="16" r="16" fill="#5B78E5" />
      <path fill="#fff" d="m16 5.5-6.6 10.7L16 20z" />
      <path fill="#fff" opacity=".66" d="m16 5.5 6.6 10.7L16 20z" />
      <path fill="#fff" d="M9.4 17.7 16 26.5v-5z" />
      <path fill="#fff" opacity=".66" d="M22.6 17.7 16 26.5v-5z" />
    </>
  ),
  USDT: (
    <>
      <circle cx="16" cy="16" r="16" fill="#1F9E7A" />
      <path
        fill="#fff"
        d="M9 8.2h14v3.4h-5.3v2.3c3.7.2 6.3 1 6.3 1.95s-2.6 1.75-6.3 1.95V24h-3.4v-6.2c-3.7-.2-6.3-1-6.3-1.95s2.6-1.75 6.3-1.95v-2.3H9z"
      />
      <ellipse cx="16" cy="15.7" rx="6.3" ry="1.150" fill="#1F9E7A" />
      <path fill="#fff" d="M14.3 14h3.4v2.75h-3.4z" />
    </>
  ),
  SOL: (
    <>
      <circle cx="16" cy="16" r="16" fill="#171B2A" />
      <path fill="#2FD9A6" d="M11 20h12.5l-2.9 3H8.1z" />
      <path fill="#6E9BF0" d="M8.1 14.5h12.5l2.9 3H11z" />
      <path fill="#A77BF3" d="M11 9h12.5l-2.9 3H8.1z" />
    </>
  ),
  XRP: (
    <>
      <circle cx="16" cy="16" r="16" fill="#2B3442" />
      <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round">
        <path d="M9 9.5c2.2 2.3 4.2 4.2 7 4.2s4.8-1.9 7-4.2M9 22.5c2.2-2.3 4.2-4.2 7-4.2s4.8 1.9 7 4.2" />
      </g>
    </>
  ),
  BNB: (
    <>
      <circle cx="16" cy="16" r="16" fill="#E5AE0C" />
      <path
        fill="#fff"
        d="m16 7 3.6 3.6L17.7 12.5 16 10.8l-1.7 1.7-1.9-1.9zM9.6 13.4l1.9 1.9-1.9 1.9-1.9-1.9zM16 13.4l1.9 1.9-1.9 1.9-1.9-1.9zM22.4 13.4l1.9 1.9-1.9 1.9-1.9-1.9zM16 23.6l-3.6-3.6 1.9-1.9 1.7 1.7 1.7-1.7 1.9 1.9z"
      />
    </>
  ),
  DOGE: (
    <>
      <circle cx="16" cy="16" r="16" fill="#B99B33" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        d="M12.5 9h3.3c4 0 6.7 2.8 6.7 7s-2.7 7-6.7 7h-3.3zM9.8 16h7"
      />
    </>
  ),
};
