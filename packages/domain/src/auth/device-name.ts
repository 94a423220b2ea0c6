type Names = readonly (readonly [RegExp, string])[];

/** Checked in this sequence: many browsers also send the names listed below their own. */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

/** Checked in this sequence: Android also sends Linux, and an iPhone sends Mac OS. */
const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const PRODUCT = /^[A-Za-z][\w.-]{0,29}/;

/**
 * Returns a device's common name, such as "Chrome on Android", from its user agent. Returns known names only, never the
 * text itself, which any client can forge; empty where nothing is recognized.
 */
export function deviceName(userAgent: string): string {
  const find = (names: Names) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? PRODUCT.exec(userAgent)?.[0] ?? '';
}
