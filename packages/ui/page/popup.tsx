// May import: `state`.
import { Link } from '@tanstack/react-router';
import {
  cloneElement,
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LinkTarget } from '#ui/state/address.ts';
import classes from './popup.module.css';

type Position = 'bottom-start' | 'bottom-end' | 'left';

const gapPx = 6;
const edgePx = 8;

interface PopupProps extends ComponentProps<'div'> {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly position?: Position | undefined;
}

/** In the top layer, without Mantine's positioning code of 30 kB. Esc, a press elsewhere and a focus that leaves close it. */
export function Popup({ anchor, onClose, position = 'bottom-start', role = 'dialog', className = '', ...box }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const isInside = (target: EventTarget | null): boolean =>
    [ref, anchor].some(({ current }) => current?.contains(target as Node | null) === true);
  const closeOutside = useEffectEvent(({ target }: Event) => !isInside(target) && close());
  useLayoutEffect(() => {
    const [popup, target] = [ref.current, anchor.current];
    if (!popup || !target) return;
    const opener = document.activeElement === document.body ? target : (document.activeElement as HTMLElement | null);
    popup.showPopover?.();
    const follow = () => place(popup, target, position);
    follow();
    const first =
      popup.querySelector<HTMLElement>('[data-autofocus]') ?? popup.querySelector<HTMLElement>('button:enabled, a[href]');
    first?.focus({ preventScroll: true });
    const sizes = new ResizeObserver(follow);
    sizes.observe(popup);
    const stop = new AbortController();
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal: stop.signal });
    window.addEventListener('resize', follow, { signal: stop.signal });
    for (const press of ['mousedown', 'touchstart'])
      document.addEventListener(press, (event) => closeOutside(event), { signal: stop.signal });
    return () => {
      sizes.disconnect();
      stop.abort();
      if (popup.contains(document.activeElement)) opener?.focus({ preventScroll: true });
    };
  }, [anchor, position]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Its role depends on its use.
    <div
      popover="manual"
      role={role}
      {...box}
      ref={ref}
      className={`${classes.popup} ${className}`}
      onBlur={({ relatedTarget }) => relatedTarget && !isInside(relatedTarget) && onClose()}
      onKeyDown={(event) => {
        box.onKeyDown?.(event);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    />
  );
}

function place(popup: HTMLElement, target: HTMLElement, position: Position): void {
  const { left, right, top, bottom, height: tall } = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = bottom + gapPx + height <= clientHeight - edgePx || top < clientHeight - bottom;
  const below = fitsBelow ? bottom + gapPx : top - gapPx - height;
  const x = { left: left - gapPx - width, 'bottom-start': left, 'bottom-end': right - width }[position];
  const y = position === 'left' ? top + (tall - height) / 2 : below;
  const within = (value: number, end: number): string => `${Math.max(edgePx, Math.min(value, end - edgePx))}px`;
  popup.style.left = within(x, clientWidth - width);
  popup.style.top = within(y, clientHeight - height);
}

const CloseMenu = createContext(() => {});

interface MenuProps {
  readonly button: ReactElement<ComponentProps<'button'>>;
  readonly position?: Position;
  readonly widthPx?: number;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function Menu({ button, position, widthPx, onClose, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setIsOpen(false);
    onClose?.();
  };
  const toggle = () => (isOpen ? close() : setIsOpen(true));
  return (
    <>
      {cloneElement(button, { id, ref: anchor, onClick: toggle, 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
      {isOpen && (
        <MenuList anchor={anchor} position={position} onClose={close} aria-labelledby={id} style={{ width: widthPx }}>
          {children}
        </MenuList>
      )}
    </>
  );
}

export const MenuList = (popup: PopupProps) => (
  <CloseMenu value={popup.onClose}>
    <Popup role="menu" {...popup} className={classes.menu ?? ''} onKeyDown={moveFocus} />
  </CloseMenu>
);

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
  const at = items.indexOf(event.target as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, ...(at >= 0 && { Home: 0, End: -1 }) }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

interface MenuItemProps extends ComponentProps<'button'> {
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
  readonly to?: LinkTarget | undefined;
  readonly isInNewTab?: boolean;
}

export function MenuItem({ leftSection, rightSection, to, isInNewTab, onClick, children, ...item }: MenuItemProps): ReactNode {
  const close = use(CloseMenu);
  const content = (
    <>
      {leftSection}
      <span className={classes.words}>{children}</span>
      {rightSection}
    </>
  );
  const look = { className: classes.item, role: 'menuitem', tabIndex: -1 };
  if (to)
    return (
      <Link {...to} {...look} {...(isInNewTab === true && { target: '_blank' })} onClick={close}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      {...item}
      {...look}
      onClick={(event) => {
        onClick?.(event);
        close();
      }}
    >
      {content}
    </button>
  );
}

export const MenuDivider = () => <hr className={classes.divider} />;
