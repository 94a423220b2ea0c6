import { useLocation, useNavigate } from 'react-router';

/** A sheet is one step of history: the back button closes it and not the page. */
export function useSheet(name: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const isOpen = (location.state as { sheet?: string } | null)?.sheet === name; // Written only below.
  const here = `${location.pathname}${location.search}`;
  return {
    isOpen,
    open: () => void navigate(here, { state: { sheet: name } }),
    close: () => {
      if (isOpen) void navigate(-1);
    },
  };
}
