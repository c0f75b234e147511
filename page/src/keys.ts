import { useEffect } from 'preact/hooks';

/** Calls the handler of a key while the component is there, unless the reader is typing or a dialog is open. */
export function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, select, textarea, dialog[open]')) return;
      const handler = keys[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  });
}
