/** The id of the kernel's view, known without loading the editor. */
export const VIEW = 'source';
