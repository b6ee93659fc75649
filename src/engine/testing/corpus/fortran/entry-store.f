      subroutine setup(a, b)
      double precision a, b, c, d
      save c, d
      c = a
      d = b
      return
      entry eval(a, b)
      b = c*a + d*a*a
      return
      end
      subroutine top(x, y)
      double precision x, y
      call setup(x, x*x)
      call eval(x, y)
      return
      end
