import { createContext, type ReactNode, useContext } from 'react';

/** What the app puts into every bar, such as the word that says which money is shown. */
export const FrameBadge = createContext<ReactNode>(null);
export const useFrameBadge = () => useContext(FrameBadge);
