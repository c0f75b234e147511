import { useEffect, useRef } from 'preact/hooks';

/** Calls the handler of a key while the component is there, unless the reader is typing or a dialog is open. */
export function useKeys(keys: Record<string, () => void>): void {
  // Those of the last time that the component was drawn, also when keys follow each other fast.
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, select, textarea, dialog[open]')) return;
      const handler = now.current[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
