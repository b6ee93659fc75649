/** Every style sheet of the page, except those of views that are loaded later, in the order in which later ones overrule earlier ones. */
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/ui.css';
import './styles/layout.css';
import './styles/code.css';
import './styles/graphs.css';
import './styles/views.css';
import './styles/read.css';
import './styles/narrow.css';
import './styles/print.css';
