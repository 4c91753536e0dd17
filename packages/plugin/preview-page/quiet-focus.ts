/**
 * Leaves the focus where it is while somebody works in the console: it would jump into the preview with each letter of the query there. Who
 * works in the preview itself has the plugin as it is in a shop.
 */
export function quietFocus(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (this: HTMLElement, options) {
    if (document.hasFocus()) focus.call(this, options);
  };
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    if (document.hasFocus()) showModal.call(this);
    else this.setAttribute('open', '');
  };
}
