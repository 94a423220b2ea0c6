import { createContext, type ReactNode, useContext } from 'react';

/** What the app puts into every bar, such as the word that says which money is shown. */
export const FrameBadge = createContext<ReactNode>(null);
export const useFrameBadge = () => useContext(FrameBadge);

/** The product's name, for the title of the window. */
export const FrameName = createContext<string | undefined>(undefined);
export const useFrameName = () => useContext(FrameName);

/** The id of the title in a page's bar, by which its scroll region is named. */
export const PageTitle = createContext<string | undefined>(undefined);

/** Where pages stood when they were left; the app knows the key of the page that is open. */
export const PageScroll = createContext<{ key: string; kept: Map<string, number> } | undefined>(undefined);
