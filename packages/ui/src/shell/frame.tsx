import { createContext, type ReactNode, useContext } from 'react';
import { Tag } from '../data/tag.tsx';

/** Content the app puts into every bar, such as the label of the money mode. */
export const FrameBadge = createContext<ReactNode>(null);
export const useFrameBadge = () => useContext(FrameBadge);

/** Product name, for the window title. */
export const FrameName = createContext<string | undefined>(undefined);
export const useFrameName = () => useContext(FrameName);

/** Id of the title in a page's bar, which labels the scroll region. */
export const PageTitle = createContext<string | undefined>(undefined);

/** Scroll positions of pages that were left; the app supplies the key of the open page. */
export const PageScroll = createContext<{ key: string; kept: Map<string, number> } | undefined>(undefined);

type Props = { children: ReactNode };

/** Names the demo in a wide window's bar; a phone's bar has no room for it beside its title and actions. */
export const DemoTag = ({ children }: Props) => (
  <span className="demo-tag">
    <Tag tone="warn">{children}</Tag>
  </span>
);

/** Names the demo on a phone, at the top edge of its frame, where no bar has anything. */
export const DemoMark = ({ children }: Props) => (
  <p className="demo-mark" role="status">
    {children}
  </p>
);
