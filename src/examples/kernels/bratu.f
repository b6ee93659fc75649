      subroutine bratu(dim,parmax,x,prm,F)
c     Residual of the Bratu problem, thermal explosion of a solid
c     fuel: x'' + s exp(x/(1+t x)) = 0, with prm = (s,t).
      integer dim, parmax, i
      double precision x(dim), prm(parmax), F(dim)
      double precision h

      h = 2.0/(dim+1)
      F(1) = -2*x(1)+h*h*prm(1)/12.0
     +          *(1+10*exp(x(1)/(1.0+prm(2)*x(1))))
      F(2) = x(1)+h*h*prm(1)/12.0*exp(x(1)/(1.0+prm(2)*x(1)))

      do 1 i=2,dim-1
        F(i-1) = F(i-1)+x(i)+h*h*prm(1)/12.0
     +          *exp(x(i)/(1.0+prm(2)*x(i)))
        F(i) = F(i)-2*x(i)+h*h*prm(1)/1.2
     +          *exp(x(i)/(1.0+prm(2)*x(i)))
        F(i+1) = x(i)+h*h*prm(1)/12.0
     +          *exp(x(i)/(1.0+prm(2)*x(i)))
1     continue

      F(dim-1) = F(dim-1)+x(dim)+h*h*prm(1)/12.0
     +          *exp(x(dim)/(1.0+prm(2)*x(dim)))
      F(dim) = F(dim)-2*x(dim)
      F(dim) = F(dim)+h*h*prm(1)/12.0
     +          *(1+10*exp(x(dim)/(1.0+prm(2)*x(dim))))
      end
