/** Returns the page that shows where an outside address leads before the browser opens it. */
export const webViewPath = (url: string): string => `/pages/common/webView?${new URLSearchParams({ url })}`;
